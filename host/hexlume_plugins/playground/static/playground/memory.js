// @ts-check
// What is kept in this browser's IndexedDB, by keys: a simulated board's flash, discs and seed; and the games.

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const answerOf = (request) => new Promise((done, failed) => {
  request.onsuccess = () => done(request.result);
  request.onerror = () => failed(request.error);
});

export class Memory {
  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
  }

  /** Open what is kept under a name; there is nothing at first. @param {string} name */
  static async open(name) {
    const opening = indexedDB.open(`hexlume ${name}`);
    opening.onupgradeneeded = () => opening.result.createObjectStore("parts");
    return new Memory(await answerOf(opening));
  }

  /** Return all that is kept, by its keys. @returns {Promise<Map<string, any>>} */
  async all() {
    const parts = this.database.transaction("parts").objectStore("parts");
    const [keys, values] = await Promise.all([answerOf(parts.getAllKeys()), answerOf(parts.getAll())]);
    return new Map(keys.map((key, at) => [String(key), values[at]]));
  }

  /** Keep a value; resolves when it is on the disk. @param {string} key @param {unknown} value @returns {Promise<void>} */
  put(key, value) {
    return new Promise((done, failed) => {
      const transaction = this.database.transaction("parts", "readwrite", { durability: "strict" });
      transaction.objectStore("parts").put(value, key);
      transaction.oncomplete = () => done();
      transaction.onabort = () => failed(transaction.error);
    });
  }
}
