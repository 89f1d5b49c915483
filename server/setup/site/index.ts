export { sitemapOf, siteRobots, staffRobots } from './files.ts'
export { findPageAddresses, readServedSite, readSite, type ServedSite } from './queries/site.ts'
export {
  listSiteHosts,
  readAddress,
  schoolSiteAddress,
  siteAddress,
  type AddressContext,
} from './queries/years.ts'
