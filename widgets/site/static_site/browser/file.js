if (location.protocol === "file:") {
  addEventListener("DOMContentLoaded", () => {
    const words =
      "These pages can’t be opened as files. Start a small web server in their folder, such as python3 -m " +
      "http.server 8000, and open http://localhost:8000.";
    document.getElementById("km-main").replaceChildren(
      Object.assign(document.createElement("p"), { className: "km-notice", textContent: words }),
    );
  });
}
