"""What the tests share."""

import pytest

import bouton


@pytest.fixture
def stones() -> bouton.Game:
    return bouton.load("1140")


@pytest.fixture
def answer(stones: bouton.Game) -> bouton.Answer:
    return stones(piles=[2, 7, 9, 4, 4]).solve()


@pytest.fixture
def english():
    """Whatever language a test chooses, the next one speaks English."""
    yield
    bouton.set_language("en")
