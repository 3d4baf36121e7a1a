// @ts-check
// What this browser keeps of analyses and of the editor. A browser that keeps nothing still shows them.

const FREE = "hexlume-analysis";
const BEFORE = "hexlume-analysis-before";
const EDITOR = "hexlume-editor";
const MOST_GAMES = 30; // analyses of stored games; the one that was left longest ago goes first

/** Return the analysis kept under a game's number, or without one the free one; null when there is none. */
export function keptAnalysis(game) {
  return read(game ? `${FREE}:${game}` : FREE);
}

/** Keep an analysis ({start or position, variations, at, game, title}). */
export function keepAnalysis(analysis) {
  if (!analysis.game) return write(FREE, analysis);
  const games = (read(`${FREE}-games`) ?? []).filter((game) => game !== analysis.game);
  games.push(analysis.game);
  for (const old of games.splice(0, Math.max(0, games.length - MOST_GAMES))) localStorage.removeItem(`${FREE}:${old}`);
  write(`${FREE}-games`, games);
  return write(`${FREE}:${analysis.game}`, analysis);
}

/** Put the free analysis aside before another takes its place, so that it can be had back. */
export function putAside() {
  const free = read(FREE);
  if (free?.variations?.nodes?.length) write(BEFORE, free);
}

/** Return the analysis that was put aside, null when there is none. */
export function aside() {
  return read(BEFORE);
}

/** Return and keep the position in the editor. */
export function keptPosition() {
  return read(EDITOR);
}

export function keepPosition(position) {
  write(EDITOR, position);
}

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
