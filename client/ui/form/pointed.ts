import { createContext, use, useEffect } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { keepLooking, pointOut } from '../point-out.ts'
import type { RecordForm } from './use-record-form.ts'

/** The field of a form that somebody is led to, a dot path; of a group, its first field. Null for none. */
export const PointedContext = createContext<string | null>(null)

/** Which item of a list the field that somebody is led to lies in; null for none. */
export const usePointedIndex = (list: string): number | null => {
  const pointed = use(PointedContext)
  if (pointed?.startsWith(`${list}.`) !== true) return null
  const index = Number(pointed.slice(list.length + 1).split('.')[0])
  return Number.isInteger(index) ? index : null
}

/** Gives that field the focus once it is there, in view and marked for a moment. Another form may hold it. */
export const useLead = <V extends FieldValues>(
  { methods, labels }: RecordForm<V>,
  pointed: string | null,
): void => {
  useEffect(() => {
    if (pointed === null) return
    let isThere = false
    const arrive = (): boolean => {
      const control = document.activeElement
      if (isThere || !(control instanceof HTMLElement) || !control.closest('form')) return isThere
      pointOut(control.closest<HTMLElement>('[data-field]') ?? control)
      isThere = true
      return true
    }
    return keepLooking(() => {
      if (arrive()) return true
      const name = [...labels.keys()].find((one) => one === pointed || one.startsWith(`${pointed}.`))
      if (name === undefined) return false
      // a mounted field's name is a path of the form, which focuses it in a moment; what it loads comes later still
      methods.setFocus(name as FieldPath<V>)
      setTimeout(arrive)
      return false
    })
  }, [methods, labels, pointed])
}
