import { contactForm } from '#contract/website/contact-form.ts'
import { enrollFormDropdowns, waiverFormDropdowns } from '#contract/website/dropdowns.ts'
import type * as endpoints from '#contract/website/endpoints.ts'
import { faqs } from '#contract/website/faqs.ts'
import { enrollForm, enrollFormIntro, waiverForm, waiverFormIntro } from '#contract/website/forms.ts'
import { homePage } from '#contract/website/home-page.ts'
import { planDetails } from '#contract/website/plan-details.ts'
import { resourcesAndLinks } from '#contract/website/resources-and-links.ts'
import { websiteConfiguration } from '#contract/website/website-configuration.ts'
import { getPeriod } from '../db/scope.ts'
import type { Handlers } from '../http/mount.ts'
import { readDocument, replaceDocument } from '../periods/index.ts'
import { isLongCall } from '../student-periods/index.ts'
import { createPage, orderPages, removePage, replacePage } from './commands/custom-pages.ts'
import { recordsOf, renameOption } from './commands/rename-option.ts'
import { replaceDocuments } from './commands/replace-documents.ts'
import { replaceDropdowns } from './commands/replace-dropdowns.ts'
import { renameLater } from './jobs.ts'
import { getPage, listPages } from './pages.ts'
import { listUses } from './queries.ts'

export const handlers: Handlers<typeof endpoints> = {
  getHomePage: (context, { params }) => readDocument(context, params.id, homePage),
  replaceHomePage: (context, { params, body }) => replaceDocument(context, params.id, homePage, body),

  getWebsiteConfiguration: (context, { params }) => readDocument(context, params.id, websiteConfiguration),
  replaceWebsiteConfiguration: (context, { params, body }) =>
    replaceDocument(context, params.id, websiteConfiguration, body),

  getPlanDetails: (context, { params }) => readDocument(context, params.id, planDetails),
  replacePlanDetails: (context, { params, body }) => replaceDocument(context, params.id, planDetails, body),

  getResourcesAndLinks: (context, { params }) => readDocument(context, params.id, resourcesAndLinks),
  replaceResourcesAndLinks: (context, { params, body }) =>
    replaceDocument(context, params.id, resourcesAndLinks, body),

  getContactForm: (context, { params }) => readDocument(context, params.id, contactForm),
  replaceContactForm: (context, { params, body }) => replaceDocument(context, params.id, contactForm, body),

  getEnrollForm: (context, { params }) => readDocument(context, params.id, enrollForm),
  replaceEnrollForm: (context, { params, body }) => replaceDocument(context, params.id, enrollForm, body),

  getEnrollFormIntro: (context, { params }) => readDocument(context, params.id, enrollFormIntro),
  replaceEnrollFormIntro: (context, { params, body }) =>
    replaceDocument(context, params.id, enrollFormIntro, body),

  getEnrollFormDropdowns: (context, { params }) => readDocument(context, params.id, enrollFormDropdowns),
  replaceEnrollFormDropdowns: (context, { params, body }) =>
    replaceDropdowns(context, params.id, enrollFormDropdowns, body),

  getWaiverForm: (context, { params }) => readDocument(context, params.id, waiverForm),
  replaceWaiverForm: (context, { params, body }) => replaceDocument(context, params.id, waiverForm, body),

  getWaiverFormIntro: (context, { params }) => readDocument(context, params.id, waiverFormIntro),
  replaceWaiverFormIntro: (context, { params, body }) =>
    replaceDocument(context, params.id, waiverFormIntro, body),

  getWaiverFormDropdowns: (context, { params }) => readDocument(context, params.id, waiverFormDropdowns),
  replaceWaiverFormDropdowns: (context, { params, body }) =>
    replaceDropdowns(context, params.id, waiverFormDropdowns, body),

  getFaqs: (context, { params }) => readDocument(context, params.id, faqs),
  replaceFaqs: (context, { params, body }) => replaceDocument(context, params.id, faqs, body),

  replaceDocuments: (context, { params, body }) => replaceDocuments(context, params.id, body.documents),

  listOptionUses: async (context, { params }) => listUses(context, (await getPeriod(context, params.id)).id),

  renameOption: async (context, { params, body }) => {
    await getPeriod(context, params.id)
    const isLong = body.carries_records && (await isLongCall(context, recordsOf(params.id, body)))
    return isLong
      ? { job_id: await renameLater(context, params.id, body) }
      : renameOption(context, params.id, body)
  },

  listCustomPages: async (context, { params }) =>
    listPages(context, (await getPeriod(context, params.id)).id),

  getCustomPage: (context, { params }) => getPage(context, params.id, params.pageId),

  createCustomPage: async (context, { params, body }) =>
    getPage(context, params.id, await createPage(context, params.id, body)),

  replaceCustomPage: async (context, { params, body }) => {
    await replacePage(context, params.id, params.pageId, body)
    return getPage(context, params.id, params.pageId)
  },

  removeCustomPage: (context, { params }) => removePage(context, params.id, params.pageId),

  orderCustomPages: async (context, { params, body }) => {
    await orderPages(context, params.id, body.ids)
    return listPages(context, params.id)
  },
}
