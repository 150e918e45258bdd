/** Buffers that are transferred to the page and returned, so that frames allocate nothing once a run has started. */
export class BufferPool {
  private readonly free: ArrayBuffer[] = [];
  private inTransit = 0;
  private readonly limit: number;

  /** At most `limit` buffers are in transit, so that a slow page gets fewer frames rather than a queue of them. */
  constructor(limit: number) {
    this.limit = limit;
  }

  /** Whether a buffer is available. */
  get available(): boolean {
    return this.inTransit < this.limit;
  }

  /** A buffer of at least `bytes`; null while all are in transit. */
  acquire(bytes: number): ArrayBuffer | null {
    if (!this.available) return null;
    this.inTransit += 1;
    const fits = this.free.findIndex((b) => b.byteLength >= bytes);
    if (fits >= 0) return this.free.splice(fits, 1)[0] as ArrayBuffer;
    // A buffer that is too small is dropped in favour of a larger one.
    this.free.pop();
    return new ArrayBuffer(roundUp(bytes));
  }

  /** Takes back a buffer. */
  release(buffer: ArrayBuffer): void {
    if (this.inTransit > 0) this.inTransit -= 1;
    if (buffer.byteLength > 0 && this.free.length < this.limit) this.free.push(buffer);
  }
}

/** Rounds to a power of two, so that a section that grows a little fits into the same buffer. */
function roundUp(bytes: number): number {
  let size = 4096;
  while (size < bytes) size *= 2;
  return size;
}
