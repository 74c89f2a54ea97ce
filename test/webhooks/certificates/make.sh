#!/bin/sh
# Made these files, once, with OpenSSL 3: an authority of the tests' own, and certificates of it for receiver.test.
set -eu
openssl ecparam -genkey -name prime256v1 -noout -out ca.key
openssl req -x509 -new -key ca.key -subj '/CN=Authority of the tests' -days 36500 -out ca.pem
openssl ecparam -genkey -name prime256v1 -noout -out receiver.key
touch index && printf '[ca]\ndefault_ca=d\n[d]\ndatabase=index\nnew_certs_dir=.\ndefault_md=sha256\nrand_serial=yes\npolicy=p\nunique_subject=no\ncopy_extensions=copy\n[p]\ncommonName=supplied\n' > ca.cnf
issue() { # name, host, from, until
  openssl req -new -key receiver.key -subj "/CN=$2" -addext "subjectAltName=DNS:$2" -out csr
  openssl ca -batch -notext -config ca.cnf -cert ca.pem -keyfile ca.key -in csr -startdate "$3" -enddate "$4" -out "$1.pem"
}
issue valid receiver.test 20200101000000Z 21200101000000Z
issue expired receiver.test 20200101000000Z 20200201000000Z
issue early receiver.test 21190101000000Z 21200101000000Z
issue other-host other.test 20200101000000Z 21200101000000Z
openssl req -x509 -new -key receiver.key -subj '/CN=receiver.test' -addext 'subjectAltName=DNS:receiver.test' -days 36500 -out self-signed.pem
rm -f csr index* ca.cnf ca.key ./[0-9A-F]*.pem
