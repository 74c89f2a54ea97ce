/** A call of the API that makes something. @throws Error unless it is answered with success */
export async function post(publicUrl: string, token: string, path: string, body: unknown): Promise<{ id: number }> {
  const response = await fetch(`${publicUrl}/api/v1${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as { id: number };
}
