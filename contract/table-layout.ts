import * as z from 'zod/mini'
import { texts } from './problem.ts'
import { asCalled, type Columns, type NameNow } from './table-filters.ts'

export const densities = ['regular', 'compact'] as const
export const pageModes = ['pages', 'scroll'] as const
export const pinSides = ['start', 'end'] as const

/** The bytes that a layout, or a stored question, may take as JSON. */
export const maxStored = 16_000

/** Whether a value fits where it is stored. */
export const isStorable = (value: unknown): boolean => JSON.stringify(value).length <= maxStored

/**
 * How somebody has set up a table: the columns in sight in their order, widths in pixels, pins, density, and whether it
 * pages or scrolls. What is absent is as usual. Columns are those of `columns`, each once.
 */
export const tableLayout = (columns: Columns, nameNow: NameNow = asCalled) => {
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

/** A layout as it is answered; columns that are no more are left out. */
export const storedLayout = z.object({
  shown: z.optional(z.array(z.string())),
  widths: z.optional(z.record(z.string(), z.int())),
  pins: z.optional(z.record(z.string(), z.enum(pinSides))),
  density: z.optional(z.enum(densities)),
  page_mode: z.optional(z.enum(pageModes)),
})
export type TableLayout = z.output<typeof storedLayout>

/** A stored layout without the columns that are no more. */
export const layoutNow = (layout: TableLayout, columns: Columns): TableLayout => {
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
