/** Questions to a worker: each ends with its answer or, where the worker has come to an end, with the reason that there is none. */

/** The engine came to an end before it had answered. */
export class EngineStopped extends Error {
  constructor(why: string) {
    super(`The engine stopped before it had answered. ${why}`.trim());
  }
}

interface Waiting<T> {
  resolve(answer: T): void;
  reject(error: Error): void;
}

export class Questions<T> {
  private last = 0;
  private readonly waiting = new Map<number, Waiting<T>>();

  /** @param send asks under a number; it may throw */
  ask(send: (id: number) => void): Promise<T> {
    this.last += 1;
    const id = this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      try {
        send(id);
      } catch (error) {
        this.waiting.delete(id);
        reject(error);
      }
    });
  }

  answer(id: number, answer: T): void {
    this.waiting.get(id)?.resolve(answer);
    this.waiting.delete(id);
  }

  /** Nobody is left to answer what was asked so far. */
  fail(error: Error): void {
    const lost = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of lost) reject(error);
  }
}
