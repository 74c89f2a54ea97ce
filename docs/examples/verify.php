<?php
// Verify a webhook of Fatura in PHP 8: no package.
//   $rawBody = file_get_contents('php://input');
//   $headers = array_change_key_case(getallheaders());

/**
 * X-Service-Signature. While you rotate the secret, the second header has the signature of the one before.
 *
 * @param string $rawBody the bytes as they came, before any parser has touched them
 * @param array $headers by lower-case names
 */
function verify_service_signature(string $rawBody, array $headers, string $secret): bool
{
    $expected = 'sha256=' . hash_hmac('sha256', $rawBody, $secret);
    foreach (['x-service-signature', 'x-service-signature-previous'] as $name) {
        if (hash_equals($expected, $headers[$name] ?? '')) {
            return true;
        }
    }
    return false;
}

/** webhook-signature (Standard Webhooks), which covers the time too: nobody can send you an old delivery again. */
function verify_standard_webhook(
    string $rawBody,
    array $headers,
    string $secret,
    ?int $now = null,
    int $toleranceSeconds = 300
): bool {
    $id = $headers['webhook-id'] ?? '';
    $timestamp = $headers['webhook-timestamp'] ?? '';
    if (!preg_match('/^[0-9]{1,12}\z/', $timestamp) || abs(($now ?? time()) - (int) $timestamp) > $toleranceSeconds) {
        return false;
    }
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$rawBody", $key, true));
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}
