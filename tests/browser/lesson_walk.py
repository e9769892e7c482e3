"""Walk of a pupil through a whole lesson on its page, by clicks.

Each step gets wrong, silly, empty and right answers.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from playwright.sync_api import Page, expect

from gamelib.bank.school_terms import school_terms
from tests.browser.conftest import sideways
from tests.browser.lesson_page import quiet, step
from tests.lessons.visit import typed
from widgets.lesson.experiment import OrderStepsTask, SelectCellsTask, choice_questions
from widgets.lesson.lesson_definition import Plan
from widgets.lesson.progress.saved_progress import RestorableLessonProgress

KEY = "() => Object.keys(localStorage).find((key) => key.startsWith('kismet:lesson:'))"
SILLY = ("", "a gem", "1/0")


class Walk:
    """One pupil on one page. `afresh(kind)` says whether a step is restarted and reloaded before it is done."""

    def __init__(self, page: Page, plan: Plan, afresh: Callable[[str], bool] = lambda kind: False) -> None:
        self.page, self.plan, self.afresh = page, plan, afresh
        page.on("dialog", lambda dialog: dialog.accept())

    def whole(self) -> None:
        """Do all steps."""
        kinds = [one.kind for one in self.plan.steps]
        for kind in kinds:
            expect(step(self.page, kind)).to_be_visible()
            quiet(self.page)
            if self.afresh(kind):
                self.again(kind)
            getattr(self, f"_{kind}", lambda: None)()
            quiet(self.page)
            assert sideways(self.page) <= 0, kind
            self.look(kind)
            if kind == kinds[-1]:
                break
            on = step(self.page, kind).locator("[data-key=next]")
            if on.count():  # some steps continue by themselves
                on.click()
        expect(self.page.locator(".km-step-list-done")).to_have_count(len(kinds) - 1)

    def look(self, kind: str) -> None:
        """Check a step after its work is done. A test overrides this method."""

    def again(self, kind: str) -> None:
        """Start the step again, which deletes the work, then reload the stored progress, which keeps it."""
        page = self.page
        name = page.evaluate(KEY)
        kept, shown = page.evaluate("name => localStorage.getItem(name)", name), self.shown()
        if not kept:
            assert kind == self.plan.steps[0].kind
            return
        page.locator(".km-lesson-foot > summary").click()
        page.get_by_role("button", name="Start this lesson again").click()
        expect(step(page, self.plan.steps[0].kind)).to_be_visible()
        expect(page.locator(".km-step-list-done")).to_have_count(0)
        quiet(page)
        page.evaluate("([name, kept]) => localStorage.setItem(name, kept)", [name, kept])
        page.reload()
        expect(step(page, kind)).to_be_visible(timeout=120_000)
        quiet(page)
        assert self.shown() == shown, kind

    def shown(self) -> str:
        return self.page.locator(".km-lesson-body").inner_text()

    def pupil(self) -> RestorableLessonProgress:
        """Return the same pupil, loaded from the storage of the browser."""
        quiet(self.page)
        kept: dict[str, Any] = self.page.evaluate(f"() => JSON.parse(localStorage.getItem(({KEY})()))")
        pupil = RestorableLessonProgress(self.plan)
        pupil.restore_or_restart(kept)
        return pupil

    def _press(self, key: str) -> None:
        quiet(self.page)
        self.page.locator(f"[data-key='{key}']").click()

    def _refused(self, words: str) -> None:
        expect(self.page.get_by_role("alert")).to_contain_text(words)

    # -- the steps ---------------------------------------------------------------------------

    def _example(self) -> None:
        expect(self.page.locator(".km-outcomes-exact").first).to_be_visible()

    def _play(self) -> None:
        while not self.page.locator("[data-key=next]").count():
            self._press("call:0" if self.page.locator("[data-key='call:0']").count() else "move:0")
            quiet(self.page)

    def _machine(self) -> None:
        for _ in range(2):
            self.page.get_by_role("button", name="Check my model").click()
            expect(self.page.locator(".km-builder-actions .km-builder-is-wrong")).to_be_visible()
            quiet(self.page)
        self._press("show_machine")
        quiet(self.page)
        self.page.get_by_role("button", name="Check my model").click()
        expect(self.page.locator(".km-lesson-feedback-right")).to_be_visible()

    def _predict(self) -> None:
        chips = self.plan.prediction_mode == "chips"
        self._press("lock")
        self._refused("20 chips are left" if chips else "Move the slider first")
        if chips:
            self._press("chip:0")
            self._press("lock")
            self._refused("19 of your 20 chips are left")
        self.page.locator("summary", has_text="work something out here").click()
        self.page.get_by_label("Your line").fill("1/2+1/8")
        self._press("think-on")
        expect(self.page.locator(".km-lesson-thinking-prompt")).to_contain_text("1/2+1/8 = 5/8")
        self.page.get_by_label("My reason").fill("I guess")
        self._press("even")
        self._press("lock")
        expect(step(self.page, "run")).to_be_visible()

    def _run(self) -> None:
        self._press("reveal")
        self._refused("Do 30 trials first.")
        for n in (1, 10, 1000):
            self._press(f"run:{n}")
        expect(self.page.get_by_text("1,011 results")).to_be_visible()
        self._press("reveal")
        expect(step(self.page, "compare")).to_be_visible()

    def _compare(self) -> None:
        expect(self.page.get_by_text("You wrote: “I guess”")).to_be_visible()

    def _why(self) -> None:
        page, made = self.page, self.pupil().explain_task
        space = None if isinstance(made, OrderStepsTask) else made.sample_space_prompt
        if space:
            whole = [" ".join(known) for _, known in space.grid_headings] or ["\n".join(space.required_outcomes)]
            fields = page.locator(".km-space :is(textarea, .km-space-list input)")
            fields.first.fill(whole[0].rpartition(" " if space.grid_headings else "\n")[0])
            self._press("build")
            expect(page.locator(".km-lesson-feedback-wrong")).to_contain_text("missing")
            for n, text in enumerate(whole):
                fields.nth(n).fill(text)
            self._press("build")
        if isinstance(made, SelectCellsTask):
            self._press("build")
            expect(page.locator(".km-lesson-feedback-wrong")).to_be_visible()
            for n in sorted(made.favourable_cells):
                self._press(f"cell:{n}")
            self._press("build")
        elif isinstance(made, OrderStepsTask):
            self._press("build")
            expect(page.locator(".km-lesson-feedback-wrong")).to_contain_text("too early")
            for place, text in enumerate(made.steps):
                item = page.locator(".km-lesson-order > li").filter(has=page.get_by_text(text, exact=True))
                while page.locator(".km-lesson-order > li > span").all_inner_texts().index(text) > place:
                    item.locator("[data-way=up]").click()
            self._press("build")
        for n, level in enumerate(choice_questions(made) if made else ()):
            options = page.locator("[data-key^='grow:']")
            expect(page.locator(".km-space-level legend")).to_have_text(level.prompt)
            if not n:
                options.get_by_text(level.distractors[0][0], exact=True).click()
                expect(page.locator(".km-lesson-feedback-wrong")).to_have_text(level.distractors[0][1])
            options.get_by_text(level.correct_option, exact=True).click()
            quiet(page)
        expect(page.locator(".km-lesson-large")).to_be_visible()
        page.get_by_label("What would you write now?").fill("counted")

    def _change(self) -> None:
        asks, settings = self.plan.question, self.plan.settings
        changed = {**settings, **self.plan.require_step("change").extra_data["setting"]}
        before, after = (asks.exact_value(**one) for one in (settings, changed))
        self._press("way:down" if after > before else "way:up" if after < before else "way:down")
        expect(self.page.locator(".km-lesson-feedback-wrong")).to_be_visible()
        expect(step(self.page, "change").locator(".km-outcomes")).to_have_count(2)

    def _data(self) -> None:
        for field in self.page.locator(".km-lesson-tally input").all():
            field.fill("7")
        self._press("fit")
        expect(step(self.page, "data").locator(".km-lesson-feedback-right")).to_contain_text(
            "of the model".removeprefix("of the ")
        )

    def _rank(self) -> None:
        self.page.get_by_role("button", name="More ↓").first.click()
        self._press("rank")
        expect(step(self.page, "rank").locator("[data-drawn]")).to_be_visible()

    def _check(self) -> None:
        further = self.page.locator(".km-lesson-further > summary")
        if further.count():
            further.click()
        for number in range(len(self.pupil().checks.current_attempts)):
            self._question(number)

    def _question(self, number: int) -> None:
        """Give silly answers, a known mistake and a request for a hint, then the right answer or a request for it."""
        asks, settings = self.pupil().checks.question_and_settings(number)
        form = self.page.locator(f"form.km-lesson-item[data-n='{number}']")
        exact, chance = asks.exact_value(**settings), asks.kind == "chance"

        def say(text: str) -> None:
            form.get_by_label("Your answer").fill(text)
            form.get_by_role("button", name="Answer").click()
            quiet(self.page)

        for text in SILLY:
            say(text)
            self._refused("divide by 0" if text == "1/0" else "Type a number")
        say("1/7")
        self._refused("Say how sure you are as well.")
        form.get_by_label("How sure are you?").select_option("75")
        form.get_by_label("Your answer").fill("1/2+1/4")
        form.get_by_role("button", name="Work it out").click()
        expect(form.locator(".km-lesson-thinking-prompt")).to_contain_text("1/2+1/4 = 3/4")
        quiet(self.page)
        name, wrong = next(
            (name, value) for name, value, _ in asks.wrong_answers(**settings) if not chance or 0 <= value <= 1
        )
        say(typed(wrong) + ".0" * (wrong.denominator == 1 and not chance))
        form.get_by_role("button", name=name, exact=True).click()
        expect(form.locator(".km-lesson-feedback-wrong")).to_contain_text(f"“{name}”")
        form.get_by_role("button", name="Hint").click()
        expect(form.locator(".km-lesson-hints li")).to_have_count(1)
        if number % 2:
            say(typed(wrong + Fraction(1, 1000) if wrong < 1 else wrong - Fraction(1, 1000)))
            form.get_by_role("button", name="Show the answer").click()
        else:
            say(typed(exact))
            expect(form.locator(".km-lesson-feedback-right")).to_contain_text("Correct:")
        form.locator("summary", has_text="The picture").click()
        expect(form.locator("[data-drawn]")).to_be_visible()
        quiet(self.page)

    def _sum(self) -> None:
        expect(step(self.page, "sum").locator(".km-outcomes-is-open").first).to_be_visible()
        expect(step(self.page, "sum").locator(".km-outcomes-exact").first).to_be_visible()
        if any(term.lesson == self.plan.id for term in school_terms().values()):
            expect(step(self.page, "sum")).to_contain_text("Words you now know")
        expect(self.page.locator(".km-lesson-bar a")).to_contain_text("Next: ")
        assert self.page.evaluate(f"() => JSON.parse(localStorage.getItem(({KEY})())).finished")
        expect(step(self.page, "sum")).to_contain_text("Before: “I guess”")
        expect(step(self.page, "sum")).to_contain_text("Now: “counted”")

    def _back(self) -> None:
        opener = self.page.get_by_role("button", name="Back to the table")
        if opener.count():
            opener.click()
            expect(self.page.locator(".km-lesson-slot .km-table")).to_be_visible(timeout=120_000)
            self.page.get_by_role("button", name="Close the table").click()
            expect(self.page.locator(".km-lesson-slot .km-table")).to_have_count(0)
