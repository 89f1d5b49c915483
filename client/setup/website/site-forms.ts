import { enrollFormDropdowns, waiverFormDropdowns } from '#contract/setup/period-documents/dropdowns.ts'
import {
  enrollForm,
  enrollFormIntro,
  waiverForm,
  waiverFormIntro,
} from '#contract/setup/period-documents/forms.ts'

/** The two forms of the student website: each has the same three documents, with its own names. */
export const siteForms = {
  'enroll-form': { kind: 'enroll', form: enrollForm, intro: enrollFormIntro, dropdowns: enrollFormDropdowns },
  'waiver-form': { kind: 'waive', form: waiverForm, intro: waiverFormIntro, dropdowns: waiverFormDropdowns },
} as const
export type SiteForm = keyof typeof siteForms

/** Returns whether a path segment names one of them. */
export const isSiteForm = (name: string): name is SiteForm => Object.hasOwn(siteForms, name)
