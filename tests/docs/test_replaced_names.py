"""Names that were replaced by the field's words stay gone: of modules, classes and functions."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = {
    "firmware": ROOT / "firmware",
    "simulator": ROOT / "simulator" / "hexlume_sim",
    "hardware": ROOT / "hardware" / "hexlume_hw",
    "host": ROOT / "host",
}
REPLACED = """
firmware   module    memory           flash_log
firmware   class     Memory           FlashLog
firmware   module    mending          recovery
firmware   function  mend             recover
firmware   module    entries          log_format
firmware   module    log_reading      log_format
firmware   module    spill            flash_log
firmware   class     Spill            FlashLog
firmware   module    archive_setup    archive_format
firmware   module    kept_games       journal
firmware   class     KeptGames        Journal
firmware   module    chronicle        game_log
firmware   class     Chronicle        GameLog
firmware   function  GameLog.note     action, undo, result
firmware   class     Told             Outbox
firmware   module    constant         micropython.const
firmware   module    on_demand        -
firmware   function  on_demand        -
firmware   function  give_back        -
firmware   module    running          session
firmware   class     RunningGame      GameSession
firmware   module    contract         game
firmware   module    history          game
firmware   module    past_boards      repetition
firmware   module    conclusion       resign_draw
firmware   module    learning         calibration_wizard
firmware   module    timing           game_clock
firmware   module    time_control     game_clock
firmware   module    clock            board_time
firmware   module    modes            states
firmware   module    looks            led_cues
firmware   module    led_styles       led_cues
firmware   module    pattern_words    led_cues
firmware   module    holding          evaluate_droched
firmware   module    judging          evaluate
firmware   function  Game.play        push_text
firmware   function  Game.apply       push
firmware   function  Game.undo        pop
firmware   function  Game.legal       iter_legal
firmware   function  Game.legal_codes legal_actions
simulator  module    assembly         twin
simulator  module    mending          obedient_hands
simulator  module    mishaps          hand_errors
simulator  module    blunders         disturbances
simulator  module    vm               tests/vm
simulator  module    misread          tests/simulator/misread
hardware   module    bill             bom
hardware   function  bill             bom
hardware   module    splits           panelization
hardware   function  splits           panelizations
hardware   module    agreement        layout_check
hardware   module    copper_proof     gerber_netlist_check
hardware   module    stack            stackup
hardware   module    settling         adc_settling
host       module    analysing        review
host       module    errand           job
host       class     Errands          ReviewJobs
host       module    line             reviewer
host       module    course           eval_graph
host       module    finding          evaluation
host       class     Finding          Evaluation
host       module    subject          reviewed_game
host       class     Subject          ReviewedGame
host       module    problems         puzzles
host       class     Problem          Puzzle
host       module    keeping          repository
host       module    judging          grading
host       module    here             terminal
host       module    committing       commit
host       module    replaying        replay
host       module    interrupting     signals
host       module    listening        sockets
host       class     LiveGame         GameState
host       function  GameState.of     replay
host       module    slimming         -
host       module    untyping         -
host       module    shortening       -
host       module    inlining         -
host       module    unused           -
host       module    condensing       -
host       module    heard            messages
host       module    conversation     protocol
host       class     Conversation     HostProtocol
host       module    lines            framing
host       module    apart            netplay
host       module    side             replica
host       class     Side             Replica
host       module    seat             player
host       class     Seat             Player
host       module    sealing          mac
host       module    desk             sessions
host       class     Desk             Sessions
host       module    opening          connect
host       module    ears             listener
host       class     BoardEars        BoardPlayer
host       module    jointly          group_commit
host       class     Jointly          Batcher
host       class     _Wish            _Request
host       module    digest           game_summary
host       module    archive          library
host       module    areas            site
host       module    guard            auth
host       class     Guard            AccessPolicy
host       module    protection       middleware
host       module    rates            rate_limit
host       module    shelf            replay_cache
host       class     Shelf            ReplayCache
host       module    easel            renderer
host       module    thinker          engine
host       module    making           factory
host       module    playing          heuristics
host       module    sureness         calibration
host       function  told             calibrate
host       module    grafting         reroot
host       function  graft            reroot
host       module    expecting        pv_proof
host       function  prove_expected   prove_pv
host       module    kept_code        compile_cache
host       module    perfect          -
host       class     Perfect          -
host       module    solution         -
host       module    solving          solver
host       module    solving_search   solver_search
host       module    solving_sibling  turn_solver
host       module    solving_keys     transposition_keys
host       function  Solver.worth     value
host       module    learning         -
host       module    learned          pattern_weights
host       function  age_habits       decay_mast
"""
"""What was replaced: where, its kind, its name, and what has its place (``-`` if nothing has). A function of a class is
named with it; a module may be a folder."""


def names(folder: Path) -> set[tuple[str, str]]:
    """Return the kind and name of every module, class and function; of a method with its class and without."""
    found: set[tuple[str, str]] = set()
    for path in folder.rglob("*.py"):
        found.update(("module", part) for part in path.relative_to(folder).with_suffix("").parts)
        collect(ast.parse(path.read_text(encoding="utf-8")), "", found)
    return found


def collect(node: ast.AST, owner: str, found: set[tuple[str, str]]) -> None:
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.ClassDef):
            found.add(("class", inner.name))
            collect(inner, inner.name, found)
        elif isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(("function", f"{owner}.{inner.name}" if owner else inner.name))
            collect(inner, "", found)
        elif isinstance(inner, ast.stmt | ast.ExceptHandler | ast.match_case):
            collect(inner, owner, found)


def replaced(where: str) -> set[tuple[str, str]]:
    rows = [row.split(maxsplit=3) for row in REPLACED.strip().splitlines()]
    return {(kind, name) for place, kind, name, _ in rows if place == where}


@pytest.mark.integration
@pytest.mark.parametrize("where", FOLDERS)
def test_no_replaced_name_has_come_back(where: str) -> None:
    assert replaced(where) & names(FOLDERS[where]) == set()


def test_a_replaced_name_is_found_in_every_place(tmp_path: Path) -> None:
    (tmp_path / "vm").mkdir()
    (tmp_path / "vm" / "trace.py").touch()
    source = "class Told:\n    if True:\n        def note(self): ...\nasync def give_back(): ...\n"
    (tmp_path / "spill.py").write_text(source)
    assert names(tmp_path) == {
        ("module", "vm"),
        ("module", "trace"),
        ("module", "spill"),
        ("class", "Told"),
        ("function", "Told.note"),
        ("function", "give_back"),
    }
