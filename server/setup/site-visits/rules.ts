import type { IncomingHttpHeaders } from 'node:http'
import Bowser from 'bowser'
import { isbot } from 'isbot'
import type { ContentOf } from '#contract/platform/document.ts'
import type { enrollForm } from '#contract/setup/period-documents/forms.ts'
import { documentsStepKey, signStepKey, coverageStepKey, stepKeyOf } from '#contract/setup/site/form-page.ts'
import type { Device, VisitKind } from '#contract/setup/site-visits/choices.ts'
import type { FormVisits } from '#contract/setup/site-visits/shapes.ts'

/** Returns the class of a device by what its browser says: a phone, a tablet, and a computer if it says neither. */
export const deviceOf = (headers: IncomingHttpHeaders): Device => {
  const { 'user-agent': agent } = headers
  const type = agent ? Bowser.getParser(agent).getPlatformType(true) : ''
  return type === 'mobile' ? 'phone' : type === 'tablet' ? 'tablet' : 'computer'
}

/** Returns whether a request is a person’s: not a program’s, and not a page that a browser loads in advance. */
export const isByPerson = (headers: IncomingHttpHeaders): boolean => {
  const { 'user-agent': agent, 'sec-purpose': purpose, purpose: former, 'x-moz': mozilla } = headers
  const isAhead = [purpose, former, mozilla].some((value) => String(value).includes('prefetch'))
  return agent !== undefined && agent !== '' && !isbot(agent) && !isAhead
}

/** A step of a form with the school’s title; null for a step that every form can have. */
interface NamedStep {
  readonly key: string
  readonly title: string | null
}

/** Returns the steps that students can reach in a form, in its order. */
export const stepsOf = ({ steps }: Pick<ContentOf<typeof enrollForm>, 'steps'>): NamedStep[] => [
  { key: coverageStepKey, title: null },
  ...steps.map(({ key, title }) => ({ key: stepKeyOf(key), title })),
  { key: documentsStepKey, title: null },
  { key: signStepKey, title: null },
]

/** A sum of counts. */
export interface Counted {
  readonly what: VisitKind
  readonly name: string
  readonly visits: number
}

/** Returns the sum of what was counted of one thing. */
export const sumOf = (counted: readonly Counted[], what: VisitKind, name?: string): number =>
  counted.reduce(
    (sum, one) => sum + (one.what === what && (name === undefined || one.name === name) ? one.visits : 0),
    0,
  )

/**
 * Returns how a form was used. Not every student has every step, so that those who went on are those who reached any later
 * one. Steps that no one reached and that not every student has are left out.
 */
export const formVisitsOf = (
  form: FormVisits['form'],
  steps: readonly NamedStep[],
  counted: readonly Counted[],
): FormVisits => {
  const sent = sumOf(counted, 'sent', form)
  const reached = steps.map((step) => ({ ...step, reached: sumOf(counted, 'step', `${form}/${step.key}`) }))
  return {
    form,
    begun: sumOf(counted, 'begun', form),
    saved: sumOf(counted, 'saved', form),
    sent,
    steps: reached
      .map((step, index) => ({
        ...step,
        went_on: Math.min(
          step.reached,
          Math.max(sent, ...reached.slice(index + 1).map((later) => later.reached)),
        ),
      }))
      .filter((step) => step.reached > 0 || step.title !== null),
  }
}
