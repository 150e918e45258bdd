import { expect, test } from 'vitest';
import { BufferPool } from './pool';

test('buffers come back and are used again', () => {
  const pool = new BufferPool(2);
  const first = pool.take(5000) as ArrayBuffer;
  expect(first.byteLength).toBe(8192);
  pool.give(first);
  expect(pool.take(100)).toBe(first);
});

test('no more are in transit than the limit', () => {
  const pool = new BufferPool(2);
  const first = pool.take(10) as ArrayBuffer;
  pool.take(10);
  expect(pool.ready).toBe(false);
  expect(pool.take(10)).toBeNull();
  pool.give(first);
  expect(pool.ready).toBe(true);
});

test('a buffer that is too small makes room for a larger one', () => {
  const pool = new BufferPool(2);
  pool.give(pool.take(10) as ArrayBuffer);
  expect((pool.take(100_000) as ArrayBuffer).byteLength).toBe(131_072);
});

test('an empty buffer is not kept', () => {
  const pool = new BufferPool(1);
  pool.take(10);
  pool.give(new ArrayBuffer(0));
  expect((pool.take(10) as ArrayBuffer).byteLength).toBe(4096);
});
