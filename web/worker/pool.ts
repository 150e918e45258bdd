/** Buffers that are transferred to the page and returned, so that frames allocate nothing once a run has started. */
export class BufferPool {
  private readonly free: ArrayBuffer[] = [];
  private away = 0;
  private readonly limit: number;

  /** At most `limit` buffers are in transit: a page that does not keep up gets fewer frames, not a queue of them. */
  constructor(limit: number) {
    this.limit = limit;
  }

  /** Whether a frame can leave. */
  get ready(): boolean {
    return this.away < this.limit;
  }

  /** A buffer of at least `bytes`; null while all are away. */
  take(bytes: number): ArrayBuffer | null {
    if (!this.ready) return null;
    this.away += 1;
    const fits = this.free.findIndex((b) => b.byteLength >= bytes);
    if (fits >= 0) return this.free.splice(fits, 1)[0] as ArrayBuffer;
    // One that is too small makes room for its successor.
    this.free.pop();
    return new ArrayBuffer(roundUp(bytes));
  }

  /** A buffer came back. */
  give(buffer: ArrayBuffer): void {
    if (this.away > 0) this.away -= 1;
    if (buffer.byteLength > 0 && this.free.length < this.limit) this.free.push(buffer);
  }
}

/** Powers of two: a section that grows a little finds room in the buffer of the last one. */
function roundUp(bytes: number): number {
  let size = 4096;
  while (size < bytes) size *= 2;
  return size;
}
