import * as z from 'zod/mini'
import { translated } from '#contract/platform/translation.ts'
import { text } from '#contract/platform/fields.ts'
import { distinctKeys, itemKey, richText } from '#contract/platform/document.ts'
import { periodDocument } from './document.ts'
import { address } from './plans.ts'

const link = z.strictObject({
  key: itemKey,
  url: address,
  ...translated({ label: text(160), description: z.nullable(text(500)) }),
})

const linkGroup = z.strictObject({
  key: itemKey,
  ...translated({ title: text(160) }),
  links: z.array(link).check(z.maxLength(60)),
})

/** The resources page: groups of links to the web or to the school’s uploads. */
export const resourcesAndLinks = periodDocument({
  kind: 'resources-and-links',
  label: 'Resources and links',
  isPublished: true,
  isWebsite: true,
  shape: { ...translated({ intro: richText }), groups: z.array(linkGroup).check(z.maxLength(30)) },
  labels: { intro: 'Introduction', groups: 'Link groups', es: 'Spanish' },
  empty: { intro: '', groups: [] },
  issues: ({ groups }) => [
    ...distinctKeys('groups', groups),
    ...groups.flatMap(({ links }, index) => distinctKeys(`groups.${index}.links`, links)),
  ],
})
