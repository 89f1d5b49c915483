import type { ClipboardEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { foldText } from '#contract/platform/fold-text.ts'
import type { OptionField } from '#contract/setup/period-documents/dropdowns.ts'
import { newKey } from '#client/platform/lib/new-key.ts'
import type { DropdownsValues } from './option-usage.tsx'

/** Returns the pasted lines, for a spreadsheet its first column; each once, without existing options. */
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
 * Adds an option per pasted line after the current one, or in its place if it's empty, so that lists can be pasted
 * from a document or spreadsheet.
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
