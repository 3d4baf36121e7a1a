"""Games without input or output: their events and positions, words for people, lessons and file formats.

It needs ``hexlume`` and the standard library.
It opens no file, socket or process: whoever calls it passes texts, and gets texts back.
"""
