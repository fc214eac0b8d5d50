//! Whether the other end of a connection belongs to the same user of this machine.

use std::net::SocketAddr;

/// Whether a program of the same user, or of the system, is at the other end. Where the system does not tell, any
/// program of this machine will do.
pub(crate) fn is_same_user(peer: SocketAddr, local: SocketAddr) -> bool {
    peer.ip().is_loopback() && is_own(peer, local)
}

#[cfg(target_os = "linux")]
fn is_own(peer: SocketAddr, local: SocketAddr) -> bool {
    let own = rustix::process::getuid().as_raw();
    match std::fs::read_to_string("/proc/net/tcp") {
        Ok(table) => owner(&table, peer, local).is_some_and(|uid| uid == own || uid == 0),
        Err(_) => true,
    }
}

#[cfg(not(target_os = "linux"))]
fn is_own(_: SocketAddr, _: SocketAddr) -> bool {
    true
}

/// Whose the end `peer` of a connection to `local` is, by the system's table of connections.
#[cfg(any(target_os = "linux", test))]
fn owner(table: &str, peer: SocketAddr, local: SocketAddr) -> Option<u32> {
    let (peer, local) = (in_table(peer)?, in_table(local)?);
    table.lines().find_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let is_this = fields.len() > 7 && fields[1] == peer && fields[2] == local;
        is_this.then(|| fields[7].parse().ok()).flatten()
    })
}

/// An address as the table writes it: in the byte order of the machine.
#[cfg(any(target_os = "linux", test))]
fn in_table(address: SocketAddr) -> Option<String> {
    let SocketAddr::V4(address) = address else { return None };
    Some(format!("{:08X}:{:04X}", u32::from_ne_bytes(address.ip().octets()), address.port()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::{TcpListener, TcpStream};

    #[test]
    fn our_own_connection_is_ours_and_a_stranger_on_the_network_is_not() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let _client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (stream, peer) = listener.accept().unwrap();
        let local = stream.local_addr().unwrap();
        assert!(is_same_user(peer, local));
        assert!(!is_same_user("192.168.1.7:4000".parse().unwrap(), local));
    }

    #[cfg(target_endian = "little")]
    #[test]
    fn the_owner_stands_in_the_table_of_connections() {
        let table = "\
  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:15B3 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1 1 0 100 0
   1: 0100007F:15B3 0100007F:C001 01 00000000:00000000 00:00000000 00000000  1000        0 2 1 0 20 4
   2: 0100007F:C001 0100007F:15B3 01 00000000:00000000 00:00000000 00000000  1001        0 3 1 0 20 4";
        let (peer, local) = ("127.0.0.1:49153".parse().unwrap(), "127.0.0.1:5555".parse().unwrap());
        assert_eq!(owner(table, peer, local), Some(1001));
        assert_eq!(owner(table, local, peer), Some(1000));
        assert_eq!(owner(table, "127.0.0.1:49154".parse().unwrap(), local), None);
    }
}
