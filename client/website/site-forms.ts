import { enrollFormDropdowns, waiverFormDropdowns } from '#contract/website/dropdowns.ts'
import {
  getEnrollForm,
  getEnrollFormDropdowns,
  getEnrollFormIntro,
  getWaiverForm,
  getWaiverFormDropdowns,
  getWaiverFormIntro,
  replaceEnrollForm,
  replaceEnrollFormDropdowns,
  replaceEnrollFormIntro,
  replaceWaiverForm,
  replaceWaiverFormDropdowns,
  replaceWaiverFormIntro,
} from '#contract/website/endpoints.ts'
import { enrollForm, enrollFormIntro, waiverForm, waiverFormIntro } from '#contract/website/forms.ts'

/** The two forms of the student site: each has the same three documents, under names of its own. */
export const siteForms = {
  'enroll-form': {
    kind: 'enroll',
    form: { document: enrollForm, get: getEnrollForm, replace: replaceEnrollForm },
    intro: { document: enrollFormIntro, get: getEnrollFormIntro, replace: replaceEnrollFormIntro },
    dropdowns: {
      document: enrollFormDropdowns,
      get: getEnrollFormDropdowns,
      replace: replaceEnrollFormDropdowns,
    },
  },
  'waiver-form': {
    kind: 'waive',
    form: { document: waiverForm, get: getWaiverForm, replace: replaceWaiverForm },
    intro: { document: waiverFormIntro, get: getWaiverFormIntro, replace: replaceWaiverFormIntro },
    dropdowns: {
      document: waiverFormDropdowns,
      get: getWaiverFormDropdowns,
      replace: replaceWaiverFormDropdowns,
    },
  },
} as const
export type SiteForm = keyof typeof siteForms

/** Whether a part of an address names one of them. */
export const isSiteForm = (name: string): name is SiteForm => Object.hasOwn(siteForms, name)
