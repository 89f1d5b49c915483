import { contactForm } from '../website/contact-form.ts'
import { enrollFormDropdowns, waiverFormDropdowns } from '../website/dropdowns.ts'
import { faqs } from '../website/faqs.ts'
import { enrollForm, enrollFormIntro, waiverForm, waiverFormIntro } from '../website/forms.ts'
import { homePage } from '../website/home-page.ts'
import { planDetails } from '../website/plan-details.ts'
import { resourcesAndLinks } from '../website/resources-and-links.ts'
import { websiteConfiguration } from '../website/website-configuration.ts'
import { dates } from './dates.ts'
import type { PeriodDocument } from './document.ts'
import { enrollmentOptions } from './enrollment-options.ts'
import { insuranceConfiguration } from './insurance-configuration.ts'
import { dentalPlan, medicalPlan, visionPlan } from './plans.ts'
import { waiverConfiguration } from './waiver-configuration.ts'

/** Every document of a period besides `about`, in the order in which a year is set up. */
export const periodDocuments = [
  enrollmentOptions,
  dates,
  insuranceConfiguration,
  medicalPlan,
  dentalPlan,
  visionPlan,
  waiverConfiguration,
  websiteConfiguration,
  homePage,
  planDetails,
  resourcesAndLinks,
  enrollForm,
  enrollFormIntro,
  enrollFormDropdowns,
  waiverForm,
  waiverFormIntro,
  waiverFormDropdowns,
  contactForm,
  faqs,
] as const satisfies readonly PeriodDocument[]

export const documentKinds: readonly string[] = periodDocuments.map(({ kind }) => kind)
