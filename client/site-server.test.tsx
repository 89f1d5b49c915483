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

test('search engines leave out a site that isn’t open', () => {
  const { status, html } = renderSite({
    site: closed,
    base: '/s/lakeside',
    path: '',
    language: 'en',
    address: 'https://insurance.lakeside.edu',
    assets: { script: '/assets/site.js', contactScript: '/assets/site-contact.js', styles: [] },
  })
  expect(status).toBe(200)
  expect(html).toContain('<meta name="robots" content="noindex">')
  expect(html).not.toContain('canonical')
})
