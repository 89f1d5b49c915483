export { findPageAddresses, readSite, siteAddress, type AddressContext } from './queries.ts'
