"""The web page: a board on the screen, played by mouse, touch or keyboard, and the server that brings it there."""
