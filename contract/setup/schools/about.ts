import * as z from 'zod/mini'
import { emailAddress, phone, text, zip } from '#contract/platform/fields.ts'
import { itemKey } from '#contract/platform/document.ts'
import { usState } from '#contract/platform/place-fields.ts'
import { texts } from '#contract/platform/problem.ts'
import { isWebAddress } from '#contract/platform/rich-text.ts'

const contact = z.strictObject({
  key: itemKey,
  name: text(120),
  role: z.nullable(text(120)),
  email: z.nullable(emailAddress),
  phone: z.nullable(phone),
})

/** The slug of a school: lowercase letters, digits and single hyphens. */
export const slug = text(80).check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, texts.slug))

/** The details of a school; replaced whole. */
export const schoolAboutChange = z.strictObject({
  name: text(200),
  slug,
  time_zone: text(60),
  address_1: z.nullable(text(200)),
  address_2: z.nullable(text(200)),
  city: z.nullable(text(120)),
  state: z.nullable(usState),
  zip: z.nullable(zip),
  phone: z.nullable(phone),
  website: z.nullable(text(300).check(z.refine(isWebAddress, texts.address))),
  contacts: z.array(contact).check(
    z.maxLength(30),
    z.refine(
      (all) => new Set(all.map(({ key }) => key)).size === all.length,
      'Each item must have a unique key.',
    ),
  ),
  /** The contact for deadlines. */
  deadlines_contact: z.strictObject({
    name: z.nullable(text(120)),
    email: z.nullable(emailAddress),
    phone: z.nullable(phone),
  }),
  version: z.optional(z.int()),
})

/** The labels of the fields. */
export const schoolAboutLabels = {
  name: 'Name',
  slug: 'URL name',
  time_zone: 'Time zone',
  address_1: 'Address line 1',
  address_2: 'Address line 2',
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
  phone: 'Phone',
  website: 'Website',
  contacts: 'Contacts',
  deadlines_contact: 'Deadline contact',
} as const
