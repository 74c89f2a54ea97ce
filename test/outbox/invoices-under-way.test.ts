import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createInvoicesUnderWay } from '../../src/outbox/invoices-under-way.ts';

const PATIENCE_MS = 500;

describe('the invoices that a worker is at', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  function openPlaces(places: number) {
    const onFree = jest.fn();
    const invoices = createInvoicesUnderWay({ places, patienceMs: PATIENCE_MS });
    invoices.watch(onFree);
    return { invoices, onFree };
  }

  test('have a place each until they end, and whoever waits for a place is told once', () => {
    const { invoices, onFree } = openPlaces(2);
    invoices.begin('invoice-1');
    invoices.begin('invoice-2');
    expect(invoices.free).toBe(0);
    invoices.end('invoice-1');
    expect(invoices.free).toBe(1);
    expect(onFree).toHaveBeenCalledTimes(1);
    invoices.end('invoice-2');
    expect(invoices.free).toBe(2);
    // A place was free already.
    expect(onFree).toHaveBeenCalledTimes(1);
  });

  test('that end twice, or never had a place, free none', () => {
    const { invoices, onFree } = openPlaces(1);
    invoices.begin('invoice-1');
    invoices.end('invoice-7');
    expect(invoices.free).toBe(0);
    invoices.end('invoice-1');
    invoices.end('invoice-1');
    expect(invoices.free).toBe(1);
    expect(onFree).toHaveBeenCalledTimes(1);
  });

  test('that take long keep no place, by the news that came last', () => {
    const { invoices, onFree } = openPlaces(1);
    invoices.begin('invoice-1');
    jest.advanceTimersByTime(PATIENCE_MS - 1);
    invoices.begin('invoice-1');
    jest.advanceTimersByTime(PATIENCE_MS - 1);
    expect(invoices.free).toBe(0);
    jest.advanceTimersByTime(1);
    expect(invoices.free).toBe(1);
    expect(onFree).toHaveBeenCalledTimes(1);
  });

  test('may be more than there are places, and then leave none', () => {
    const { invoices, onFree } = openPlaces(1);
    invoices.begin('invoice-1');
    invoices.begin('invoice-2');
    expect(invoices.free).toBe(0);
    invoices.end('invoice-1');
    expect(invoices.free).toBe(0);
    expect(onFree).not.toHaveBeenCalled();
    invoices.end('invoice-2');
    expect(onFree).toHaveBeenCalledTimes(1);
  });
});
