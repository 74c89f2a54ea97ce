import { describe, expect, test } from '@jest/globals';
import { isRecentGo, isRecentTemporal } from '../../src/dev/temporal-version.ts';

describe('isRecentTemporal', () => {
  test.each([
    ['temporal version 1.5.0 (Server 1.29.0, UI 2.42.0)', true],
    ['temporal version 1.5.1 (Server 1.29.1, UI 2.42.1)', true],
    ['temporal version 1.10.0 (Server 1.33.0, UI 2.50.0)', true],
    ['temporal version 2.0.0 (Server 2.0.0, UI 3.0.0)', true],
    ['temporal version 1.4.9 (Server 1.29.0, UI 2.40.0)', false],
    ['temporal version 0.13.2 (Server 1.25.0, UI 2.30.0)', false],
    ['temporal version 0.0.0-DEV (Server 1.29.1, UI 2.42.1)', true],
    ['temporal version 0.0.0-DEV (Server 1.28.9, UI 2.39.0)', false],
    ['temporal: command not found', false],
    ['', false],
  ])('%j: %s', (line, expected) => {
    expect(isRecentTemporal(line)).toBe(expected);
  });
});

describe('isRecentGo', () => {
  test.each([
    ['go version go1.25.0 linux/amd64', true],
    ['go version go1.26.8 linux/amd64', true],
    ['go version go1.24.9 darwin/arm64', false],
    ['', false],
  ])('%j: %s', (line, expected) => {
    expect(isRecentGo(line)).toBe(expected);
  });
});
