export { sitemapOf, siteRobots, staffRobots } from './files.ts'
export { findPageAddresses, readServedSite, type ServedSite } from './queries/site.ts'
export {
  listSiteHosts,
  readAddress,
  schoolSiteAddress,
  siteAddress,
  type AddressContext,
} from './queries/years.ts'
