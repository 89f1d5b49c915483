import type { PublicSite } from '#contract/setup/site/shapes.ts'

interface AddressedSite {
  readonly site: PublicSite
  /** Where it’s reached from outside, without a slash at the end. */
  readonly address: string
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Returns the sitemap of a school’s site: the pages of its menu and its custom pages; none while it isn’t open. */
export const sitemapOf = ({ site, address }: AddressedSite): string => {
  const paths = site.is_open
    ? new Set([...site.menu.map(({ path }) => path), ...site.pages.map(({ slug }) => `/${slug}`)])
    : []
  const pages = [...paths].map((path) => `  <url><loc>${escapeXml(`${address}${path}`)}</loc></url>\n`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${pages.join('')}</urlset>
`
}

/** What search engines can read at the hosts of staff: only the sites of schools. */
export const staffRobots = 'User-agent: *\nAllow: /s/\nDisallow: /\n'

/** Returns what search engines can read at the host of a school’s site: everything, with its sitemap. */
export const siteRobots = ({ address }: Pick<AddressedSite, 'address'>): string =>
  `User-agent: *\nAllow: /\n\nSitemap: ${address}/sitemap.xml\n`

/** Returns an address as a QR code for print: an SVG drawing with the margin that phones need. */
export const qrCodeOf = async (address: string): Promise<string> => {
  const { toString: draw } = await import('qrcode')
  return draw(address, { type: 'svg', width: 512, margin: 4 })
}
