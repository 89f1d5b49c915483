import * as z from 'zod/mini'
import { empty, endpoint, list, one } from '#contract/platform/endpoint.ts'
import { id, idParams, idText, text } from '#contract/platform/fields.ts'
import { texts } from '#contract/platform/problem.ts'
import { richText } from '#contract/platform/document.ts'
import { translated } from '#contract/platform/translation.ts'
import { periodDocument } from '#contract/setup/period-documents/document.ts'

/** The last part of a page’s address: `student-health-center`. */
export const slug = z.string().check(z.maxLength(80), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, texts.slug))

/** The texts of a custom page, which can be in each language. */
export const pageTexts = z.strictObject(translated({ title: text(160), body: richText }))
const { es } = pageTexts.shape

/** The name of all custom pages in the history, among the kinds of documents. */
export const customPages = 'custom-pages'

/** Returns the kind under which a page is published, which is also the end of its path: `custom-pages/12`. */
export const pageKind = (pageId: number): string => `${customPages}/${pageId}`

/** Returns the page that a kind is about; null for other kinds. */
export const pageIdOf = (kind: string): number | null => {
  const [, pageId] = /^custom-pages\/(\d{1,15})$/.exec(kind) ?? []
  return pageId === undefined ? null : Number(pageId)
}

/** What students see of a page once it’s published: nothing if it isn’t shown. */
const pageShape = { ...pageTexts.shape, slug, published: z.boolean() }

export const pageLabels = {
  title: 'Title',
  slug: 'URL',
  body: 'Text',
  published: 'Show on the student site',
  es: 'Spanish',
}

/** Returns a page as a document of its period, which is saved, published and compared like the others. */
export const pageDocument = ({ id: pageId, title }: Pick<CustomPage, 'id' | 'title'>) =>
  periodDocument({
    kind: pageKind(pageId),
    label: title,
    isWebsite: true,
    isPublished: true,
    shape: pageShape,
    labels: pageLabels,
    empty: { title: '', slug: '', body: '', published: false },
  })

/**
 * A custom page with its position from 1; `key` identifies it in the menu. Students see it as it was published last, under the
 * kind `custom-pages/{id}`: then `published` says whether the site has it.
 */
const customPageHead = z.object({
  id: z.int(),
  key: z.string(),
  title: z.string(),
  slug: z.string(),
  published: z.boolean(),
  order: z.int(),
  version: z.int(),
})
export type CustomPageHead = z.output<typeof customPageHead>

export const customPage = z.object({ ...customPageHead.shape, body: z.string(), es })
export type CustomPage = z.output<typeof customPage>

export const newCustomPage = z.strictObject({
  title: text(160),
  slug: z.nullish(slug),
  body: z.optional(richText),
  es,
  published: z.optional(z.boolean()),
})

export const customPageChange = z.strictObject({
  title: text(160),
  slug,
  body: richText,
  es,
  published: z.boolean(),
  version: z.optional(z.int()),
})

const pageParams = z.strictObject({ id: idText, pageId: idText })

export const listCustomPages = endpoint({
  method: 'GET',
  path: '/api/periods/:id/custom-pages',
  access: 'admin',
  summary: 'Lists a period’s custom pages in order.',
  params: idParams,
  reply: list(customPageHead),
})

export const getCustomPage = endpoint({
  method: 'GET',
  path: '/api/periods/:id/custom-pages/:pageId',
  access: 'admin',
  summary: 'Returns a custom page.',
  params: pageParams,
  reply: one(customPage),
})

export const createCustomPage = endpoint({
  method: 'POST',
  path: '/api/periods/:id/custom-pages',
  access: 'admin',
  summary:
    'Adds a page at the end, hidden by default. If there’s no slug, uses the title. Students see it once it’s published.',
  params: idParams,
  literal: ['body'],
  isLarge: true,
  body: newCustomPage,
  idempotent: true,
  reply: one(customPage),
  status: 201,
})

export const replaceCustomPage = endpoint({
  method: 'PUT',
  path: '/api/periods/:id/custom-pages/:pageId',
  access: 'admin',
  summary:
    'Replaces a page; students see it once it’s published. If the version is stale, returns an error with the current page.',
  params: pageParams,
  literal: ['body'],
  isLarge: true,
  body: customPageChange,
  reply: one(customPage),
})

export const removeCustomPage = endpoint({
  method: 'DELETE',
  path: '/api/periods/:id/custom-pages/:pageId',
  access: 'admin',
  summary: 'Deletes a page, from the student site too. Undo restores it as students saw it.',
  params: pageParams,
  reply: empty(),
})

export const orderCustomPages = endpoint({
  method: 'PUT',
  path: '/api/periods/:id/custom-pages/order',
  access: 'admin',
  summary: 'Reorders the pages in the setup. List each page exactly once. The menu has its own order.',
  params: idParams,
  body: z.strictObject({ ids: z.array(id).check(z.maxLength(200)) }),
  reply: list(customPageHead),
})
