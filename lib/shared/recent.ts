/** Remembers the answers to the last `max` different questions; the one that was not asked for longest goes first. */
export class Recent<Value> {
  readonly #answers = new Map<string, Value>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  get(question: string): Value | undefined {
    const answer = this.#answers.get(question);
    if (answer !== undefined) {
      this.#answers.delete(question);
      this.#answers.set(question, answer);
    }
    return answer;
  }

  set(question: string, answer: Value): void {
    this.#answers.delete(question);
    this.#answers.set(question, answer);
    if (this.#answers.size <= this.#max) return;
    const oldest = this.#answers.keys().next();
    if (!oldest.done) this.#answers.delete(oldest.value);
  }
}
