/** The room has refused something, or there is no place to keep it. */
export class RoomRefusal extends Error {
  override name = "RoomRefusal";
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}
