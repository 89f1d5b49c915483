import type { ClipboardEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { foldText } from '#contract/fold-text.ts'
import type { OptionField } from '#contract/website/dropdowns.ts'
import { newKey } from '#client/lib/new-key.ts'
import type { DropdownsValues } from './held-by.tsx'

/** The lines of what is pasted, of a sheet its first column; each once, and none that is listed. */
export const newLines = (text: string, listed: readonly string[]): string[] => {
  const known = new Set(listed.map(foldText))
  const lines = text.split(/\r?\n/).map((line) => (line.split('\t')[0] ?? '').trim())
  return lines.filter((line) => {
    const folded = foldText(line)
    if (line === '' || known.has(folded)) return false
    known.add(folded)
    return true
  })
}

const placeOf = (target: EventTarget): number | null => {
  const place = target instanceof HTMLInputElement ? /\.(\d+)\.value$/.exec(target.name)?.[1] : undefined
  return place === undefined ? null : Number(place)
}

/**
 * Several lines pasted into an option become as many options after it, in its place where it is empty: a list comes out
 * of a document or a sheet, not one by one.
 */
export const pasteOptions = (
  { getValues, setValue }: Pick<UseFormReturn<DropdownsValues>, 'getValues' | 'setValue'>,
  field: OptionField,
  event: ClipboardEvent<HTMLElement>,
): void => {
  const text = event.clipboardData.getData('text/plain').trim()
  const place = placeOf(event.target)
  if (place === null || !text.includes('\n')) return
  event.preventDefault()
  const name = `options.${field}` as const
  const listed = getValues(name)
  const added = newLines(
    text,
    listed.map(({ value }) => value),
  ).map((value) => ({ key: newKey(), value, is_retired: false }))
  const isEmpty = (listed[place]?.value ?? '').trim() === ''
  const next = [...listed.slice(0, isEmpty ? place : place + 1), ...added, ...listed.slice(place + 1)]
  if (added.length > 0) setValue(name, next, { shouldDirty: true })
}
