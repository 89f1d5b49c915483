import { createContext, type ComponentType } from 'react'
import type { FormPage } from '#contract/setup/site/form-page.ts'
import type { OpenSite } from '#contract/setup/site/shapes.ts'

const trialViews = ['whole', 'steps'] as const
export type TrialView = (typeof trialViews)[number]

/** A form that staff fill in as a student would. */
export interface FormTrialProps {
  /** The policy year whose saved waiver rules refuse answers. */
  periodId: number
  page: FormPage
  /** The plans of the coverage types that the policy year offers. */
  plans: OpenSite['plans']
  /** Whether the year has one tier for any dependents. */
  usesFamilyTier: boolean
  /** All steps at once, or one step at a time as students see them. */
  view: TrialView
}

/** Provides the forms of the student site to the screen that edits them. The app passes them down from the area above. */
export const FormTrialContext = createContext<ComponentType<FormTrialProps>>(() => null)
