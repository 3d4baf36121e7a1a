"""What one page has still to be told: bounded however fast the board is and however slow the page."""

import asyncio
import threading
from collections import deque

from .session import STATES, Listener, Message, Session

SENTENCES = 8
TONES = 16


class Feed(Listener):
    """Collects a session's changes for one page.

    Of a state only the latest value is kept; refusals and the buzzer's tones (a short beep must not vanish
    between two looks) wait in short queues that drop their oldest. Changes may come from any thread;
    ``wait`` and ``take`` belong to the event loop's.
    """

    def __init__(self, session: Session, loop: asyncio.AbstractEventLoop) -> None:
        """Begin with everything the session has to show, so that a new page gets the full state at once."""
        self._session = session
        self._loop = loop
        self._lock = threading.Lock()
        self._ready = asyncio.Event()
        self._ready.set()
        self._woken = True
        self._pending = set(STATES)
        self._sentences: deque[str] = deque(maxlen=SENTENCES)
        self._tones: deque[Message] = deque(maxlen=TONES)
        self.close = session.subscribe(self)

    def changed(self, state: str) -> None:
        """Note that a state has a new value."""
        with self._lock:
            if state == "buzzer" and (tone := self._session.state("buzzer")):
                self._tones.append(tone)
            self._pending.add(state)
            self._wake()

    def refused(self, sentence: str) -> None:
        """Note a sentence for the person at this page."""
        with self._lock:
            self._sentences.append(sentence)
            self._wake()

    async def wait(self) -> None:
        """Wait until there is something to take."""
        await self._ready.wait()

    def take(self) -> list[Message]:
        """Return what the page must be told now and forget it."""
        with self._lock:
            self._woken = False
            self._ready.clear()
            pending, sentences, tones = self._pending, list(self._sentences), list(self._tones)
            self._pending = set()
            self._sentences.clear()
            self._tones.clear()
        messages: list[Message] = []
        for state in STATES:
            if state == "buzzer" and tones:
                messages.extend(tones)
            elif state in pending and (message := self._session.state(state)):
                messages.append(message)
        messages.extend({"event": "error", "message": sentence} for sentence in sentences)
        return messages

    def _wake(self) -> None:
        """Wake the page's sender, at most once between two takes, so that the loop's own queue stays bounded too."""
        if self._woken:
            return
        self._woken = True
        try:
            self._loop.call_soon_threadsafe(self._ready.set)
        except RuntimeError:
            # The server has stopped while the board goes on: there is no page left to wake.
            self.close()
