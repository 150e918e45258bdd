import { expect, test } from 'vitest';
import { BufferPool } from './pool';

test('buffers that come back are used again', () => {
  const pool = new BufferPool(2);
  const first = pool.acquire(5000) as ArrayBuffer;
  expect(first.byteLength).toBe(8192);
  pool.release(first);
  expect(pool.acquire(100)).toBe(first);
});

test('no more buffers are in transit than the limit', () => {
  const pool = new BufferPool(2);
  const first = pool.acquire(10) as ArrayBuffer;
  pool.acquire(10);
  expect(pool.available).toBe(false);
  expect(pool.acquire(10)).toBeNull();
  pool.release(first);
  expect(pool.available).toBe(true);
});

test('a buffer that is too small is replaced by a larger one', () => {
  const pool = new BufferPool(2);
  pool.release(pool.acquire(10) as ArrayBuffer);
  expect((pool.acquire(100_000) as ArrayBuffer).byteLength).toBe(131_072);
});

test('an empty buffer is not kept', () => {
  const pool = new BufferPool(1);
  pool.acquire(10);
  pool.release(new ArrayBuffer(0));
  expect((pool.acquire(10) as ArrayBuffer).byteLength).toBe(4096);
});
