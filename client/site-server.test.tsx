import { expect, test } from 'vitest'
import { defaultColors } from '#contract/setup/schools/colors.ts'
import type { ClosedSite } from '#contract/setup/site/shapes.ts'
import { renderSite } from './site-server.tsx'

const school: ClosedSite['school'] = {
  name: 'Lakeside College',
  slug: 'lakeside',
  logo_url: null,
  colors: defaultColors,
  email: null,
  phone: null,
}
const closed: ClosedSite = { is_open: false, school, opens_on: null, other_years: [] }

const shown = {
  language: 'en',
  address: 'https://insurance.lakeside.edu',
  assets: { script: '/assets/site.js', contactScript: '/assets/site-contact.js', styles: [] },
} as const

test('every page of a demo that takes another day for today says so', () => {
  const page = { site: closed, base: '/s/lakeside', path: '', ...shown }
  expect(renderSite({ ...page, demoDate: '2027-03-01' }).html).toContain(
    'This is a demo. It works as if today were March 1, 2027.',
  )
  expect(renderSite({ ...page, demoDate: null }).html).not.toContain('This is a demo.')
})

test('search engines leave out a site that isn’t open', () => {
  const { status, html } = renderSite({
    site: closed,
    base: '/s/lakeside',
    path: '',
    ...shown,
    demoDate: null,
  })
  expect(status).toBe(200)
  expect(html).toContain('<meta name="robots" content="noindex">')
  expect(html).not.toContain('canonical')
})
