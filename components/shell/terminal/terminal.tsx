"use client";

export function Terminal() {
  return null;
}
