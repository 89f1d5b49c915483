import * as z from 'zod/mini'
import { texts } from './problem.ts'
import type { Columns, CurrentName } from './table-filters.ts'

const densities = ['regular', 'compact'] as const
const pageModes = ['pages', 'scroll'] as const
const pinSides = ['start', 'end'] as const

/** The most bytes of a layout or a saved query as JSON. */
const maxStored = 16_000

/** Returns whether a value fits into its storage. */
export const isStorable = (value: unknown): boolean => JSON.stringify(value).length <= maxStored

/**
 * Returns the schema of a user’s table layout: visible columns in order, widths in pixels, pinned columns,
 * density, and paging or scrolling. Missing parts use the defaults. Columns must be in `columns`, each once.
 */
export const tableLayout = (columns: Columns, nameNow: CurrentName) => {
  const name = z
    .pipe(z.string(), z.transform(nameNow))
    .check(z.refine((value) => Object.hasOwn(columns, value), texts.selected))
  const names = z.array(name).check(
    z.maxLength(300),
    z.refine((values) => new Set(values).size === values.length, texts.invalid),
  )
  return z
    .strictObject({
      shown: z.optional(names),
      widths: z.optional(z.record(name, z.int().check(z.minimum(40), z.maximum(1200)))),
      pins: z.optional(z.record(name, z.enum(pinSides))),
      density: z.optional(z.enum(densities)),
      page_mode: z.optional(z.enum(pageModes)),
    })
    .check(z.refine(isStorable, texts.invalid))
}

/** A layout in a response, without columns that no longer exist. */
export const storedLayout = z.object({
  shown: z.optional(z.array(z.string())),
  widths: z.optional(z.record(z.string(), z.int())),
  pins: z.optional(z.record(z.string(), z.enum(pinSides))),
  density: z.optional(z.enum(densities)),
  page_mode: z.optional(z.enum(pageModes)),
})
export type TableLayout = z.output<typeof storedLayout>

/** Removes columns that no longer exist from a saved layout. */
export const currentLayout = (layout: TableLayout, columns: Columns): TableLayout => {
  const isThere = (name: string): boolean => Object.hasOwn(columns, name)
  const only = <V>(values: Readonly<Record<string, V>>): Record<string, V> =>
    Object.fromEntries(Object.entries(values).filter(([name]) => isThere(name)))
  const { shown, widths, pins, ...rest } = layout
  return {
    ...rest,
    ...(shown ? { shown: shown.filter(isThere) } : {}),
    ...(widths ? { widths: only(widths) } : {}),
    ...(pins ? { pins: only(pins) } : {}),
  }
}
