/** Calls to the instance, always with the person's own token: authorisation happens there, not here. */
const TIMEOUT_MS = 10_000;

export class Refused extends Error {
  /** @param {number} [status] of the instance's response */
  constructor(message, status = 400) {
    super(message);
    this.status = status;
    /** Whether access is denied, rather than temporarily unavailable. */
    this.isFinal = status === 401 || status === 403 || status === 404;
  }
}

/** @param {string} gumUrl */
export function instanceAt(gumUrl) {
  let key;

  async function ask(path, token, { method = "GET", body } = {}) {
    const response = await fetch(gumUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(key && { apikey: key }),
        ...(body && { "content-type": "application/json" }),
      },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = await response.json().catch(() => null);
    if (!response.ok)
      throw new Refused(answer?.message ?? `The instance answered ${response.status}.`, response.status);
    return answer;
  }

  return {
    /** The public key that clients have to send. */
    async publicKey() {
      const response = await fetch(`${gumUrl}/api/instance`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (!response.ok) throw new Error(`The instance answered ${response.status}.`);
      return (key = (await response.json()).hosted.publicKey);
    },
    /** @returns {Promise<string>} the id of the token's owner */
    async personOf(token) {
      const { user, onboarding_completed: isOnboarded } = await ask("/api/v2/auth/me", token);
      if (!isOnboarded) throw new Refused("Complete the onboarding first.", 403);
      return user.id;
    },
    /** @returns the rows of a view that this person may see */
    rows: (token, view, filter) => ask(`/api/hosted/rest/v1/${view}?${filter}`, token),
    /** @throws {Refused} if this person is not a member of the room */
    members: (token, roomId) => ask(`/api/rooms/${roomId}/members`, token),
    watch: (token, shown) => ask("/api/realtime/v1/watch", token, { method: "PUT", body: shown }),
    /** The person's event stream; it ends with their session. */
    async *events(token, { signal, lastEventId }) {
      const response = await fetch(`${gumUrl}/api/realtime/v1/stream`, {
        headers: {
          authorization: `Bearer ${token}`,
          ...(lastEventId && { "last-event-id": lastEventId }),
        },
        signal,
      });
      if (!response.ok) throw new Refused("The session has ended.", response.status);
      let text = "";
      const decoder = new TextDecoder();
      for await (const chunk of response.body) {
        text += decoder.decode(chunk, { stream: true });
        const blocks = text.split("\n\n");
        text = blocks.pop();
        for (const block of blocks) {
          const data = /^data: (.*)$/m.exec(block)?.[1];
          if (data) yield { id: /^id: (.*)$/m.exec(block)?.[1], ...JSON.parse(data) };
        }
      }
    },
  };
}
