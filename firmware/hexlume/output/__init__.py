"""From cues to pixels, and short tunes."""
