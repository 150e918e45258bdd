import { describe, expect, it } from 'vitest';
import { needsScripts } from './scripts';

const own = { id: 'own', script: 'fn on_ack() { cwnd += 1; }' };

describe('an engine that runs scripts', () => {
  it('is needed for a document with controllers', () => {
    expect(needsScripts({ document: JSON.stringify({ title: '', controllers: [own] }) })).toBe(true);
    expect(needsScripts({ document: JSON.stringify({ controllers: [own] }, null, 2) })).toBe(true);
  });

  it('is needed for an empty list of controllers, which the smaller engine does not know', () => {
    expect(needsScripts({ document: JSON.stringify({ controllers: [] }) })).toBe(true);
  });

  it('is needed for an experiment whose scenario has controllers', () => {
    expect(needsScripts({ document: JSON.stringify({ base: { controllers: [own] } }), quick: true })).toBe(
      true,
    );
  });

  it('is needed for a document whose edits add a controller', () => {
    const edits = [{ atS: 3, path: '/controllers/own', value: own }];
    expect(needsScripts({ document: JSON.stringify({ edits }) })).toBe(true);
    // JSON may escape slashes.
    expect(needsScripts({ document: '{"edits":[{"path":"\\/controllers\\/own"}]}' })).toBe(true);
  });

  it('is needed for changes that add or change a controller', () => {
    expect(needsScripts({ changes: [{ path: '/controllers', value: [own] }] })).toBe(true);
    expect(needsScripts({ changes: [{ path: '/controllers/own/script', value: '' }] })).toBe(true);
  });

  it('is not needed for anything else', () => {
    expect(needsScripts({ document: JSON.stringify({ title: 'controllers compared' }) })).toBe(false);
    expect(needsScripts({ changes: [{ path: '/flows/a/algorithm', value: 'reno' }] })).toBe(false);
    expect(needsScripts({ run: 1, atS: 3 })).toBe(false);
    expect(needsScripts({ type: 'buffer', buffer: new ArrayBuffer(8) })).toBe(false);
  });
});
