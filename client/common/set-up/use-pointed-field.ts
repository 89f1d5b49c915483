import { useLocation } from '@tanstack/react-router'

/** The end of an address that leads to a field of the document there: a dot path, as checks of the set-up give it. */
export const hashOfField = (path: string): string => `field-${path}`

/** The field that the address leads to; null for none. */
export const usePointedField = (): string | null =>
  useLocation({ select: ({ hash }) => /^field-([a-z0-9_.]+)$/.exec(hash)?.[1] ?? null })
