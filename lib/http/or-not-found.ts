import "server-only";
import { notFound } from "next/navigation";
import { AppError } from "@/lib/shared/errors";

/** Reads what a page shows; renders the not-found page where that does not exist or its address cannot be decoded. */
export async function orNotFound<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof URIError || (error instanceof AppError && error.status === 404)) notFound();
    throw error;
  }
}
