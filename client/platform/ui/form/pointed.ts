import { createContext, use, useEffect } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { searchUntilFound, highlight } from '../focus/point-out.ts'
import type { RecordForm } from './use-record-form.ts'

/** The form field to go to, a dot path; in a group, its first field. Null for none. */
export const PointedContext = createContext<string | null>(null)

/** Returns the index of the list item that contains the field to go to; null for none. */
export const usePointedIndex = (list: string): number | null => {
  const pointed = use(PointedContext)
  if (pointed?.startsWith(`${list}.`) !== true) return null
  const index = Number(pointed.slice(list.length + 1).split('.')[0])
  return Number.isInteger(index) ? index : null
}

/** Focuses that field when it appears, scrolls to it and marks it for a moment. The field may be in another form. */
export const useFocusPointed = <V extends FieldValues>(
  { methods, labels }: RecordForm<V>,
  pointed: string | null,
): void => {
  useEffect(() => {
    if (pointed === null) return
    let isThere = false
    const markFocused = (): boolean => {
      const control = document.activeElement
      if (isThere || !(control instanceof HTMLElement) || !control.closest('form')) return isThere
      highlight(control.closest<HTMLElement>('[data-field]') ?? control)
      isThere = true
      return true
    }
    return searchUntilFound(() => {
      if (markFocused()) return true
      const name = [...labels.keys()].find((one) => one === pointed || one.startsWith(`${pointed}.`))
      if (name === undefined) return false
      // a mounted field's name is a path of the form, which focuses it shortly after; lazy parts mount even later
      methods.setFocus(name as FieldPath<V>)
      setTimeout(markFocused)
      return false
    })
  }, [methods, labels, pointed])
}
