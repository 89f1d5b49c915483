import { notFound, redirect } from '@tanstack/react-router'
import type { Verdict } from './guards.ts'

/** Carries out a guard's verdict in a route's `beforeLoad`. */
export const enforce = (verdict: Verdict): void => {
  if (verdict === null) return
  if (verdict === 'not-found') throw notFound()
  throw redirect({ ...verdict, replace: true })
}
