import { notFound, redirect } from '@tanstack/react-router'
import type { Verdict } from './guards.ts'

/** Applies a guard's result in a route's `beforeLoad`. */
export const enforce = (verdict: Verdict): void => {
  if (verdict === null) return
  if (verdict === 'not-found') throw notFound()
  throw redirect({ ...verdict, replace: true })
}
