"""Start of pages: who may start one, and who is next."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from widgets.site.voila import kernel_queue
from widgets.site.voila.kernel_queue import KernelQueue, QueueFullError
from widgets.site.voila.kernels import choose_kernel_to_end
from widgets.site.voila.page_handlers import queue_position_text

MIB = 1 << 20


@pytest.fixture
def memory(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    def free(mib: int) -> None:
        monkeypatch.setattr(kernel_queue, "free_memory", lambda: mib * MIB)

    free(100_000)
    return free


def run(task: Coroutine[Any, Any, Any]) -> Any:
    """Run in a thread of its own, because browser tests of the same process may have a running loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, task).result()


def door(kernels: list[str], **limits: int) -> KernelQueue:
    return KernelQueue(60 * MIB, lambda: len(kernels), **limits)


def come(door: KernelQueue, *visitors: tuple[str, str]) -> list[int]:
    """Return the answers to visitors who arrive in this order and do not wait."""

    async def all_of_them() -> list[int]:
        return [await door.wait_for_start(ticket, address, 0) for ticket, address in visitors]

    return run(all_of_them())


def test_so_many_start_at_once_and_the_others_wait_in_order(memory):
    house = door([], at_once=2)
    assert come(house, ("a", "A"), ("b", "B"), ("c", "C"), ("d", "D")) == [0, 0, 1, 2]
    assert (house.queue_position("c"), house.queue_position("d")) == (1, 2)
    house.record_page_done("a")
    assert (house.queue_position("c"), house.queue_position("d")) == (0, 1)
    assert come(house, ("c", "C")) == [0]


def test_there_are_at_most_so_many_in_all(memory):
    kernels = ["one"]
    house = door(kernels, at_once=5, most=2)
    assert come(house, ("a", "A"), ("b", "B")) == [0, 1]
    house.record_page_done("a")
    assert come(house, ("b", "B")) == [0]  # the page of a has failed, so there is room
    kernels.append("two")
    house.record_page_done("b")
    assert come(house, ("c", "C")) == [1]
    kernels.pop()
    assert come(house, ("c", "C")) == [0]


def test_memory_limits_them_too(memory):
    house = door([], at_once=5)
    memory(300 + 60 + 60 + 1)
    assert come(house, ("a", "A"), ("b", "B"), ("c", "C")) == [0, 0, 1]
    memory(100)
    house.record_page_done("a")
    assert house.queue_position("c") == 1
    memory(1000)
    assert house.queue_position("c") == 0


def test_who_has_fewer_pages_is_next(memory):
    house = door([], at_once=1)
    for _ in range(3):
        house.record_kernel_start("greedy")
    assert come(house, ("a", "greedy"), ("b", "greedy"), ("c", "greedy"), ("d", "modest")) == [0, 1, 2, 1]
    house.record_page_done("a")
    assert (house.queue_position("d"), house.queue_position("b")) == (0, 1)


def test_a_ticket_that_nobody_asks_about_is_dropped(memory, monkeypatch):
    clock = [0.0]
    monkeypatch.setattr(kernel_queue.time, "monotonic", lambda: clock[0])
    house = door([], at_once=1)
    assert come(house, ("a", "A"), ("b", "B"), ("c", "C")) == [0, 1, 2]
    house.record_page_done("a")  # b is called, and does not come
    clock[0] = 15.0
    assert house.queue_position("c") == 1
    clock[0] = 25.0
    assert house.queue_position("c") == 0


def test_who_reloads_is_not_held_up_by_the_tickets_that_were_left(memory, monkeypatch):
    """Check also that a visitor who abandons five tickets per second keeps nobody else out."""
    clock = [0.0]
    monkeypatch.setattr(kernel_queue.time, "monotonic", lambda: clock[0])
    house = door(["one"], at_once=1, most=1)
    for n in range(100):
        clock[0] += 0.2
        come(house, (f"left {n}", "A"))
    assert come(house, ("mine", "B")) == [2]
    clock[0] += 6
    assert come(house, ("mine", "B"), ("newest", "A")) == [1, 2]
    assert house.queue_position("left 99") == 1, "one that asks again is where it came"


def test_a_ticket_nobody_knows_may_ask_anew(memory):
    assert door([]).queue_position("never seen") == 0


def test_the_queue_has_an_end(memory):
    house = door([], at_once=1)
    come(house, *((str(i), f"address {i}") for i in range(501)))
    with pytest.raises(QueueFullError):
        come(house, ("one more", "B"))


def test_one_address_does_not_fill_the_queue(memory):
    house = door([], at_once=1)
    come(house, *((str(i), "A") for i in range(501)))
    with pytest.raises(QueueFullError):
        come(house, ("one more", "A"))
    assert come(house, ("mine", "B")) == [2], "behind the first of A alone"
    assert house.queue_position("500") == 0, "the last of those of A had to give way"
    house.record_kernel_start("A")
    assert house.queue_position("mine") == 1

    async def dropped() -> None:
        waiting = asyncio.ensure_future(house.wait_for_start("499", "A", 60))
        await asyncio.sleep(0)
        await house.wait_for_start("yours", "C", 0)
        with pytest.raises(QueueFullError):
            await waiting

    run(dropped())


def test_who_lacks_a_place_is_known(memory):
    kernels: list[str] = []
    house = door(kernels, at_once=1, most=1)
    assert come(house, ("a", "A"), ("b", "B")) == [0, 1]
    assert house.next_blocked_ticket() is None, "the place is there, and the page before it is being made"
    kernels.append("a")
    house.record_page_done("a")
    assert house.next_blocked_ticket()[0] == "B"


def unused(idle: dict[str, float], address: str, waits: float = 5) -> str | None:
    """Return idle kernels, named by their address and a number: A1, A2, B1."""
    at = {kernel: kernel[0] for kernel in idle}
    return choose_kernel_to_end(idle, at, Counter(at.values()), address, waits)


def test_unused_places_make_room_for_another_address():
    assert unused({"A1": 70, "A2": 80, "A3": 5}, "B") == "A2"
    assert unused({"A1": 50, "A2": 50, "A3": 5}, "B") is None
    assert unused({"A1": 500, "A2": 500}, "A") is None
    assert unused({"A1": 601, "A2": 602}, "A") == "A2", "after a long time for anybody"
    assert unused({"A1": 70, "B1": 5}, "B") is None, "they have as many"


def test_an_address_has_its_share_whatever_it_does():
    busy = {f"A{n}": n for n in range(4)}
    assert unused(busy, "B", waits=9) is None
    assert unused(busy, "B", waits=11) == "A3"
    assert unused({**busy, "B1": 0}, "B", waits=11) is None, "one place is all that is taken from who uses theirs"
    assert unused({"A1": 1, "B1": 1, "C1": 1}, "D", waits=99) is None, "nobody has more than a share"


def test_who_waits_is_called_while_waiting(memory):
    house = door([], at_once=1)

    async def two() -> int:
        assert await house.wait_for_start("a", "A", 0) == 0
        waiting = asyncio.ensure_future(house.wait_for_start("b", "B", 60))
        await asyncio.sleep(0)
        house.record_page_done("a")
        return await waiting

    assert run(two()) == 0


def test_news_come_when_the_place_has_changed(memory):
    house = door([], at_once=1)

    async def three() -> list[int]:
        for ticket in "abc":
            await house.wait_for_start(ticket, "A", 0)
        told = [await house.wait_for_position_change("c", "", 60), await house.wait_for_position_change("c", "1", 60)]
        waiting = asyncio.ensure_future(house.wait_for_position_change("b", "1", 60))
        await asyncio.sleep(0)
        house.record_page_done("a")
        return [
            *told,
            await waiting,
            await house.wait_for_position_change("c", "2", 60),
            await house.wait_for_position_change("never seen", "0", 60),
        ]

    assert run(three()) == [2, 2, 0, 1, 0]


@pytest.mark.parametrize(
    ("place", "words"),
    [(1, "next"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (13, "13th"), (21, "21st"), (112, "112th")],
)
def test_a_place_is_told(place, words):
    assert queue_position_text(place) == f"You are {words}."
