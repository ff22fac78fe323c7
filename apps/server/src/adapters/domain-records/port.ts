/** What the owner of a domain has published in the domain name system. */
export type DomainRecords = {
  /** The TXT records of a domain; empty if there are none, null if no server answers. */
  readTxt: (domain: string) => Promise<string[] | null>
}
