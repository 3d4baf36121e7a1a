"""The check of a game's options (ACT-7)."""


def filled(options, allowed):
    """All options of a game, given ones over defaults.

    ``allowed`` maps each option to its permitted values, the default first. Raises ``ValueError``.
    """
    for option, value in options.items():
        if option not in allowed:
            raise ValueError(f"unknown option {option!r}")
        if not any(value == choice and type(value) is type(choice) for choice in allowed[option]):
            raise ValueError(f"{option} cannot be {value!r}")
    result = {option: options.get(option, choices[0]) for option, choices in allowed.items()}
    if result.get("pie") and result.get("komi"):
        raise ValueError("pie together with a komi other than 0")
    return result
