import { describe, expect, test } from '@jest/globals';
import { explainFailure, judgeStatus } from '../../src/base/outgoing/explain-failure.ts';
import { AddressNotAllowedError, EndlessAnswerError } from '../../src/base/outgoing/guarded-connector.ts';
import { sayFailure } from '../../src/panel/webhooks/say-failure.ts';

const codes = [
  ...['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_HEADERS_OVERFLOW'],
  ...['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'EPROTO', 'UND_ERR_HEADERS_TIMEOUT', 'ESOMETHING'],
];
const failures = [
  ...[301, 410, 500].map((status) => judgeStatus(status)!),
  ...codes.map((code) => explainFailure(Object.assign(new Error('something'), { code }), 10_000)),
  explainFailure(new EndlessAnswerError('the answer has no end'), 10_000),
  explainFailure(new AddressNotAllowedError('the address 10.0.0.1 is not a public one'), 10_000),
  'was not called: it is no http or https address',
  'The attempt was cut off before its end was seen; whether the event arrived is not known.',
];

describe('the failure of a delivery', () => {
  test.each(failures)('"%s" is told in Portuguese, with its numbers and addresses', (failure) => {
    const told = sayFailure(failure, 'pt');
    expect(told).not.toBe(failure);
    expect(told.match(/[\d.]{3,}/g)).toEqual(failure.match(/[\d.]{3,}/g));
    expect(sayFailure(failure, 'en')).toBe(failure);
  });

  test('without words in Portuguese stays as it is', () => {
    expect(sayFailure('of another world', 'pt')).toBe('of another world');
  });
});
