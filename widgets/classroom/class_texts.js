// Texts of the pages of a class by id. They come with the page (widgets/translations/en/classroom.toml).

export const CLASS_TEXTS = JSON.parse(document.getElementById("km-class-texts").textContent);
